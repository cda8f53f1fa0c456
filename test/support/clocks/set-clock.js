/**
 * Loaded into a program ahead of it: its clock is ahead of the machine's by the milliseconds that
 * stand in a file, read at the start and again at SIGUSR2. Timers count on as they do on a machine
 * whose clock is set.
 */
const fs = require('node:fs');

const file = process.env.TEST_CLOCK_FILE;
const MachineDate = Date;
let aheadMs = 0;

function read() {
	aheadMs = Number(fs.readFileSync(file, 'utf8'));
}

globalThis.Date = class Date extends MachineDate {
	constructor(...given) {
		if (given.length === 0) super(MachineDate.now() + aheadMs);
		else super(...given);
	}

	static now() {
		return MachineDate.now() + aheadMs;
	}
};

read();
process.on('SIGUSR2', read);
