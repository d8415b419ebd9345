"""Serves a folder on the loopback address, for `./x web --serve`: serve.py FOLDER PORT.

Of a file that has a compressed version beside it, such as page.js.br, a browser that accepts it gets
that one.
"""

import functools
import http.server
import os
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
    }
    encoding = ""

    def send_head(self):
        self.encoding = ""
        accepted = self.headers.get("Accept-Encoding", "").replace(" ", "").split(",")
        file = self.translate_path(self.path)
        if os.path.isdir(file):
            file = os.path.join(file, "index.html")
        for encoding, suffix in (("br", ".br"), ("gzip", ".gz")):
            if encoding in accepted and os.path.isfile(file + suffix):
                self.encoding = encoding
                self.path = "/" + os.path.relpath(file, self.directory) + suffix
                break
        return super().send_head()

    def guess_type(self, path):
        return super().guess_type(os.path.splitext(path)[0] if self.encoding else path)

    def end_headers(self):
        if self.encoding:
            self.send_header("Content-Encoding", self.encoding)
            self.send_header("Vary", "Accept-Encoding")
        # After another build the browser must see the new files.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_):
        pass


def main():
    folder, port = sys.argv[1], int(sys.argv[2])
    handler = functools.partial(Handler, directory=folder)
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        sys.exit(f"x: port {port} cannot be used ({error.strerror}); choose another one: "
                 "./x web --serve PORT")
    print(f"http://127.0.0.1:{server.server_port}/  (Ctrl-C ends it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()


main()
