
(function () {
  "use strict";
  var sections = Array.prototype.slice.call(document.querySelectorAll("section.details"));
  var nodes = Array.prototype.slice.call(document.querySelectorAll("a.node"));

  // Without this script all sections are there, one below the other.
  function show(id) {
    var known = sections.some(function (section) { return section.id === id; });
    sections.forEach(function (section) { section.hidden = !known || section.id !== id; });
    nodes.forEach(function (node) {
      if (known && node.getAttribute("href") === "#" + id) {
        node.setAttribute("aria-current", "true");
      } else {
        node.removeAttribute("aria-current");
      }
    });
  }

  function target(link) { return link.getAttribute("href").slice(1); }

  nodes.forEach(function (node) {
    node.addEventListener("focus", function () { show(target(node)); });
    node.addEventListener("click", function (event) {
      event.preventDefault();
      var id = target(node);
      history.replaceState(null, "", "#" + id);
      show(id);
      document.getElementById(id).scrollIntoView({ block: "nearest" });
    });
  });
  addEventListener("hashchange", function () { show(location.hash.slice(1)); });
  show(location.hash.slice(1));
})();
