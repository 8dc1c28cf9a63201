"""A UPnP internet gateway on loopback: its description and its SOAP, as the library miniupnpc reads them.

Here: WANIPConnection:1 with a real table, and the ways in which routers differ. Never: SSDP (`Wired` goes to the
description at once), a packet off loopback.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
DESCRIPTION = f"""<?xml version="1.0"?>
<root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major><minor>0</minor></specVersion>
<device><deviceType>urn:schemas-upnp-org:device:InternetGatewayDevice:1</deviceType><deviceList><device>
<deviceType>urn:schemas-upnp-org:device:WANDevice:1</deviceType><deviceList><device>
<deviceType>urn:schemas-upnp-org:device:WANConnectionDevice:1</deviceType><serviceList><service>
<serviceType>{SERVICE}</serviceType><serviceId>urn:upnp-org:serviceId:WANIPConn1</serviceId>
<SCPDURL>/scpd.xml</SCPDURL><controlURL>/control</controlURL><eventSubURL>/event</eventSubURL>
</service></serviceList></device></deviceList></device></deviceList></device></root>"""
_FAULT = (
    "<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail>"
    '<UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>{code}</errorCode>'
    "<errorDescription>no</errorDescription></UPnPError></detail></s:Fault>"
)
_ENVELOPE = (
    '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" '
    's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>{}</s:Body></s:Envelope>'
)


class Refused(Exception):  # noqa: N818  what a router does
    """A UPnP error; the argument is its code."""


@dataclass
class Igd:
    """`permanent_only`: error 725 for every lease. `refuses`: an error code for every mapping. `garbage`: what it
    answers instead of SOAP. `slow`: seconds that a mapping takes.
    """

    outside: str = "9.8.7.6"
    status: str = "Connected"
    permanent_only: bool = False
    refuses: int = 0
    garbage: bytes | None = None
    slow: float = 0
    table: dict[int, tuple[str, int, int]] = field(default_factory=dict)

    def act(self, action: str, said: dict[str, str]) -> dict[str, str]:
        """What an action answers. Raises `Refused`."""
        match action:
            case "GetStatusInfo":
                return {"NewConnectionStatus": self.status, "NewLastConnectionError": "", "NewUptime": "5"}
            case "GetExternalIPAddress":
                return {"NewExternalIPAddress": self.outside}
            case "GetSpecificPortMappingEntry":
                entry = self.table.get(int(said["NewExternalPort"]))
                if entry is None:
                    raise Refused(714)
                return {
                    "NewInternalPort": str(entry[1]),
                    "NewInternalClient": entry[0],
                    "NewEnabled": "1",
                    "NewPortMappingDescription": "x",
                    "NewLeaseDuration": str(entry[2]),
                }
            case "AddPortMapping":
                return self._add(said)
            case "DeletePortMapping":
                if self.table.pop(int(said["NewExternalPort"]), None) is None:
                    raise Refused(714)
                return {}
        raise Refused(401)

    def _add(self, said: dict[str, str]) -> dict[str, str]:
        time.sleep(self.slow)
        lease = int(said["NewLeaseDuration"])
        if self.refuses:
            raise Refused(self.refuses)
        if lease and self.permanent_only:
            raise Refused(725)
        # like many routers, over whatever stood there
        entry = (said["NewInternalClient"], int(said["NewInternalPort"]), lease)
        self.table[int(said["NewExternalPort"])] = entry
        return {}


@contextmanager
def at_work(igd: Igd) -> Iterator[str]:
    """The gateway on a free port of loopback; the address of its description."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.reply(200, DESCRIPTION.encode())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            action = self.headers["SOAPAction"].strip('"').partition("#")[2]
            try:
                values = igd.act(action, dict(re.findall(r"<(New\w+)>([^<]*)</", body)))
            except Refused as fault:
                self.reply(500, _ENVELOPE.format(_FAULT.format(code=fault.args[0])).encode())
                return
            told = "".join(f"<{name}>{value}</{name}>" for name, value in values.items())
            answer = f'<u:{action}Response xmlns:u="{SERVICE}">{told}</u:{action}Response>'
            self.reply(200, _ENVELOPE.format(answer).encode() if igd.garbage is None else igd.garbage)

        def reply(self, code: int, data: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Type", "text/xml")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *words: Any) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/desc.xml"
        finally:
            server.shutdown()
            thread.join()


class Wired:
    """The library's own object; only its search by multicast is left out."""

    def __init__(self, library: Any, url: str) -> None:
        self._real = library.UPnP()
        self._url = url

    def discover(self) -> int:
        return 1

    def selectigd(self) -> str:
        return self._real.selectigd(self._url)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)
