/* A push service that takes everything: for bench/remind. */
import { writeFileSync } from "node:fs";
import { certificate, device, listen, service }
    from "../t/npm/lib/push.mjs";

const folder = process.argv[2];
const certified = certificate("bench");
const server = service(certified, (request, body, response) => {
	response.writeHead(201);
	response.end();
});
const port = await listen(server);

writeFileSync(`${folder}/ca.pem`, certified.cert);
writeFileSync(`${folder}/devices`, Array.from({ length: 100 }, device)
    .map((d, i) => `https://127.0.0.1:${port}/${i} ${d.public} ${d.auth}\n`)
    .join(""));
