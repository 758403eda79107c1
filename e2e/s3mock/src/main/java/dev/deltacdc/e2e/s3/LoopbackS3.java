/*
 * Copyright the flink-delta-cdc authors.
 * Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
 */
package dev.deltacdc.e2e.s3;

import com.adobe.testing.s3mock.S3MockApplication;
import java.util.Map;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.Banner;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.embedded.tomcat.TomcatServletWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** S3Mock on one port of 127.0.0.1: by itself it opens another one on every interface. */
@Configuration(proxyBeanMethods = false)
public class LoopbackS3 {

  /**
   * Serves until the process is ended.
   *
   * @param args port, folder for the objects, name of the bucket
   */
  public static void main(String[] args) {
    new SpringApplicationBuilder(S3MockApplication.class, LoopbackS3.class)
        .properties(
            Map.of(
                "server.address",
                "127.0.0.1",
                "server.port",
                args[0],
                "server.ssl.enabled",
                "false",
                "com.adobe.testing.s3mock.http-port",
                "0",
                "com.adobe.testing.s3mock.store.root",
                args[1],
                "com.adobe.testing.s3mock.store.initial-buckets",
                args[2],
                "logging.level.root",
                "WARN"))
        .bannerMode(Banner.Mode.OFF)
        .run();
    System.out.println("S3 on port " + args[0]);
  }

  @Bean
  static BeanPostProcessor onePort() {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessBeforeInitialization(Object bean, String name) {
        if (bean instanceof TomcatServletWebServerFactory factory) {
          factory.getAdditionalTomcatConnectors().clear();
        }
        return bean;
      }
    };
  }

  @Bean
  FilterRegistrationBean<FaultFilter> faults() {
    FilterRegistrationBean<FaultFilter> registration =
        new FilterRegistrationBean<>(new FaultFilter());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }
}
