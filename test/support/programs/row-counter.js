/**
 * Loaded into a program ahead of it: at SIGWINCH it says how many rows of SQLite it read at most within
 * one turn of the event loop since the last time, those of its reading threads when they arrive. That
 * is what holds the loop, counted and not timed.
 */
const { StatementSync } = require('node:sqlite');
const { isMainThread, Worker } = require('node:worker_threads');

let rows = 0;
let most = 0;
let isCounting = false;

function count(more) {
	rows += more;
	most = Math.max(most, rows);
	if (isCounting) return;
	isCounting = true;
	setImmediate(() => {
		rows = 0;
		isCounting = false;
	});
}

if (isMainThread) {
	const { all } = StatementSync.prototype;
	StatementSync.prototype.all = function (...parameters) {
		const found = Reflect.apply(all, this, parameters);
		count(found.length);
		return found;
	};
	const { emit } = Worker.prototype;
	Worker.prototype.emit = function (name, message, ...others) {
		if (name === 'message' && Array.isArray(message?.rows)) count(message.rows.length);
		return Reflect.apply(emit, this, [name, message, ...others]);
	};
	process.on('SIGWINCH', () => {
		process.stderr.write(`${most} rows were read in a turn at most\n`);
		most = 0;
	});
}
