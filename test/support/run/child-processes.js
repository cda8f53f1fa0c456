/**
 * In each process of the tests: the processes that the product starts from its sources read TypeScript as
 * the tests do, by what this run keeps for them. They are told by an argument, since they have no environment.
 */
const path = require('node:path');

const runFolder = process.env['TEST_RUN_FOLDER'];
const loader =
	runFolder === undefined
		? path.join(__dirname, '..', '..', '..', 'start', 'typescript.js')
		: path.join(runFolder, 'typescript.js');

process.execArgv.push('--require', loader);
require('./statements');
