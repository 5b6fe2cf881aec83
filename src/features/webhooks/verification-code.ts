const nodeCode = `// npm install standardwebhooks
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

// The signing secret, which begins with whsec_.
const webhook = new Webhook(process.env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  const pieces = [];
  for await (const piece of request) {
    pieces.push(piece);
  }
  try {
    // Throws if the signature is wrong, or the message is older than five minutes.
    const event = webhook.verify(Buffer.concat(pieces).toString("utf8"), request.headers);
    // Messages may come more than once: webhook-id is the same then.
    console.log(request.headers["webhook-id"], event.type, event.data.jobId, event.data.status);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);
`;

const pythonCode = `# Python 3, without packages
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

# The signing secret, which begins with whsec_.
KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def verify(headers, body):
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old")
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    given = [part[3:] for part in headers["webhook-signature"].split(" ") if part.startswith("v1,")]
    if not any(hmac.compare_digest(expected, one) for one in given):
        raise ValueError("wrong signature")
    return json.loads(body)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify(self.headers, body)
            # Messages may come more than once: webhook-id is the same then.
            print(self.headers["webhook-id"], event["type"], event["data"]["jobId"], event["data"]["status"])
            self.send_response(204)
        except (KeyError, TypeError, ValueError):
            self.send_response(400)
        self.end_headers()


HTTPServer(("127.0.0.1", 8080), Handler).serve_forever()
`;

/** Programs that receive deliveries and check their signatures, by language. No secret is in them. */
export const verificationCode = { node: nodeCode, python: pythonCode } as const;
