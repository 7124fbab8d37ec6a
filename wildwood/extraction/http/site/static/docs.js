// Shows the OpenAPI document with Swagger UI.
"use strict";

SwaggerUIBundle({
  url: document.getElementById("swagger-ui").dataset.document,
  dom_id: "#swagger-ui",
  deepLinking: true,
});
