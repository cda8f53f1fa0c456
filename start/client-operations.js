/**
 * Writes `clients/exchange/operations.ts`, the records and operations of the exchange's client,
 * from the description in api/. The file is not committed, so this runs before anything that reads
 * it: a build, a type check, a test run.
 */
require('./typescript');
const fs = require('node:fs');
const path = require('node:path');
const { programs } = require('../api/programs.ts');
const { clientOperations } = require('../tools/client-operations.ts');
const { clientSocket } = require('../tools/client-socket.ts');

const file = path.resolve(__dirname, '..', 'clients', 'exchange', 'operations.ts');
const text = `${clientOperations(programs.exchange)}\n${clientSocket(programs.exchange)}`;

/** An unchanged file is not written, because a newer file would cause a build. */
if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) {
	const draft = `${file}.${process.pid}`;
	fs.writeFileSync(draft, text);
	fs.renameSync(draft, file);
}
