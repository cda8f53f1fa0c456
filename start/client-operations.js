/**
 * Writes `exchange/client/operations.ts`, which the description of the wire holds already: the
 * records and operations the exchange's client is made of. It is not committed, so this runs before
 * whatever reads the client: a build, a check of types, a run of tests.
 */
require('./typescript');
const fs = require('node:fs');
const path = require('node:path');
const { programs } = require('../api/programs.ts');
const { clientOperations } = require('../tools/client-operations.ts');
const { clientSocket } = require('../tools/client-socket.ts');

const file = path.resolve(__dirname, '..', 'exchange', 'client', 'operations.ts');
const text = `${clientOperations(programs.exchange)}\n${clientSocket(programs.exchange)}`;

/** A file of the same text stays as it is: what is newer than a build would be built again. */
if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
	const draft = `${file}.${process.pid}`;
	fs.writeFileSync(draft, text);
	fs.renameSync(draft, file);
}
