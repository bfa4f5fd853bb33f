# The configuration of `workerd test`: one worker, out of the file that the test bundles.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(
    name = "cases",
    worker = (
      modules = [(name = "worker", esModule = embed "../../.cache/runtimes/worker.js")],
      compatibilityDate = "2026-01-01",
    ),
  )],
);
