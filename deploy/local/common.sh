# Shared by the commands of this folder; sourced, not run.

root=$(cd -P "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cluster_home=${DELTACDC_CLUSTER:-$root/deploy/local/target/cluster}

say() { printf '%s\n' "$*" >&2; }
die() { say "${command:-deltacdc}: $*"; exit 1; }

# Sets `java`, or ends with what is missing.
find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  command -v "$java" >/dev/null || die "Java is missing. Install a JDK of version 17 or 21, or set JAVA_HOME."
  local version
  version=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p')
  case $version in
    1.* | [0-9] | 1[0-6]) die "Java 17 or newer is needed; $java is version $version. Set JAVA_HOME to a newer one." ;;
    # From 23 on there is no Subject.getSubject, which Hadoop 3.4.2 asks for the user.
    2[3-9] | [3-9][0-9]) die "Java 17 to 22 is needed, since Hadoop does not run on newer ones; $java is version $version. Set JAVA_HOME." ;;
  esac
}

need_maven() { command -v mvn >/dev/null || die "Maven is missing; it is needed to build. Install Maven 3.6.3 or newer."; }

# Builds a module of deploy/dist, which fills its lib folder.
#   $1 the module's folder in deploy/dist
build_lib() {
  local module=deploy/dist/$1
  if [ ! -d "$root/$module/target/lib" ] || [ "$root/$module/pom.xml" -nt "$root/$module/target/lib" ]; then
    need_maven
    say "Fetching $1 (the first time downloads it)"
    rm -rf "$root/$module/target/lib"
    (cd "$root" && mvn -B -q -ntp -Dquick -pl "$module" package) >&2 || die "The build failed."
    touch "$root/$module/target/lib"
  fi
}

# Class path of the clients of object stores, to be put behind another; builds what is missing.
#   $@ their modules in deploy/dist
store_clients() {
  local name
  for name in "$@"; do
    [ "$name" = s3 ] || die "There is no client of a store '$name': s3 is one."
    build_lib "$name"
    printf ':%s' "$root/deploy/dist/$name/target/lib/*"
  done
}

# The first free port from $1 on.
free_port() {
  local port=$1
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
  echo "$port"
}

# Whether the process of a pid file is alive; one that has ended and was not waited for (Z) is not.
alive() {
  [ -f "$1" ] || return 1
  if ! command -v ps >/dev/null; then kill -0 "$(cat "$1")" 2>/dev/null; return; fi
  case $(ps -o stat= -p "$(cat "$1")" 2>/dev/null) in '' | Z*) return 1 ;; esac
}

# Ends the process of a pid file: SIGTERM, after 20 s SIGKILL.
end() {
  if alive "$1"; then
    local pid i
    pid=$(cat "$1")
    kill "$pid" 2>/dev/null || true
    for ((i = 0; i < 200; i++)); do
      alive "$1" || break
      sleep 0.1
    done
    if alive "$1"; then kill -9 "$pid" 2>/dev/null || true; fi
  fi
  rm -f "$1"
}

# Becomes a client of the cluster that deploy/local/cluster has started.
#   $1 main class, $2 class path behind that of all clients, the rest: arguments
flink_client() {
  local home=$cluster_home lib=$root/deploy/dist/flink/target/lib
  local main=$1 more=$2 clients opens
  shift 2
  [ -f "$home/conf/config.yaml" ] || die "There is no cluster in $home; 'deploy/local/cluster start' makes one."
  find_java
  # shellcheck disable=SC2046
  clients=$(store_clients $(cat "$home/conf/stores" 2>/dev/null))
  read -r -a opens < <(sed -n 's/^env.java.opts.all: //p' "$home/conf/config.yaml")
  export FLINK_CONF_DIR=$home/conf FLINK_LIB_DIR=$lib FLINK_PLUGINS_DIR=$home/plugins
  exec "$java" -Xmx512m "${opens[@]}" -Dlog4j2.configurationFile="$root/deploy/local/log4j2.properties" \
    -Dlog.file="$home/log/client.log" -Dfile.encoding=UTF-8 -cp "$lib/*$more$clients" "$main" "$@"
}
