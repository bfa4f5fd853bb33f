"""A site in Python, without a framework: the member's page, and a token for whoever is logged in.

`site` is a WSGI application (PEP 3333), so that any server can run it, and any framework mount it.
"""

import base64
import hashlib
import hmac
import html
import json
import os
import time
import uuid
from pathlib import Path
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIServer, make_server

FOLDER = Path(__file__).parent
TYPES = {".css": "text/css", ".js": "text/javascript"}
PAGE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Your podcast</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/site.css" />
    <script type="module" src="{service}/embed/private-podcast-subscribe.js"></script>
    <script type="module" src="/member.js"></script>
  </head>
  <body>
    <private-podcast-subscribe endpoint="{service}/subscribe">
      <p>Your podcast needs JavaScript.</p>
      <p slot="no-access">This podcast is for members. <a href="/join">Become a member</a></p>
    </private-podcast-subscribe>
  </body>
</html>
"""


def read_environment():
    """Puts the lines of .env into the environment; what is set already stays."""
    file = FOLDER / ".env"
    for line in file.read_text("utf-8").splitlines() if file.exists() else []:
        name, sign, value = line.partition("=")
        if sign and not name.startswith("#"):
            os.environ.setdefault(name.strip(), value.strip())


def member_of(environ):
    """The e-mail address of whoever is logged in, or None. In place of your log-in: the same for everyone."""
    return os.environ["MEMBER"]


def subscribe_token(email: str, sku: str, secret: str) -> str:
    def encode(data: bytes) -> str:
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    now = int(time.time())
    header = {"alg": "HS256", "typ": "pps-subscribe+jwt"}
    claims = {
        "aud": "private-podcast-subscribe",
        "sub": email,
        "sub_format": "email",
        "sku": sku,
        "iat": now,
        "exp": now + 300,
        "jti": str(uuid.uuid4()),
    }
    signed = ".".join(encode(json.dumps(part).encode()) for part in (header, claims))
    mac = hmac.new(secret.encode(), signed.encode(), hashlib.sha256).digest()
    return f"{signed}.{encode(mac)}"


def token(environ):
    email = member_of(environ)
    if email is None:
        return "401 Unauthorized", "text/plain", "Log in first."
    return (
        "200 OK",
        "text/plain",
        subscribe_token(email, os.environ["SKU"], os.environ["SUBSCRIBE_SECRET"]),
    )


def page(environ):
    service = html.escape(os.environ["SERVICE_URL"].rstrip("/"))
    return "200 OK", "text/html", PAGE.format(service=service)


def static(environ):
    file = FOLDER / "public" / Path(environ["PATH_INFO"]).name
    if file.suffix not in TYPES or not file.is_file():
        return "404 Not Found", "text/plain", "There is nothing here."
    return "200 OK", TYPES[file.suffix], file.read_text("utf-8")


ROUTES = {("GET", "/"): page, ("POST", "/token"): token}


def site(environ, start_response):
    route = ROUTES.get((environ["REQUEST_METHOD"], environ["PATH_INFO"]), static)
    status, media_type, body = route(environ)
    headers = [("Content-Type", f"{media_type}; charset=utf-8"), ("Cache-Control", "no-store")]
    start_response(status, headers)
    return [body.encode()]


class Server(ThreadingMixIn, WSGIServer):
    """Browsers open connections ahead of what they ask: one alone must not hold up the others."""

    daemon_threads = True


if __name__ == "__main__":
    read_environment()
    for name in ("MEMBER", "SKU", "SUBSCRIBE_SECRET", "SERVICE_URL"):
        if not os.environ.get(name):
            raise SystemExit(f"{name} is not set. Put it into .env or the environment.")
    port = int(os.environ.get("PORT", "3000"))
    with make_server("127.0.0.1", port, site, server_class=Server) as server:
        print(f"Open http://localhost:{server.server_port}", flush=True)
        server.serve_forever()
