/** A field that is computed anew is compared by its name; one whose value is fixed says what a text says. */
import { differsFrom } from './case-files';
import { openFile } from './open-files';
import { run, wordFile } from './word-files';

const open = (field: string) => openFile({ body: `<text:p>Due on ${field}</text:p>` });
const openDate = (day: number, state = '') => open(`<text:date ${state}>${day} May</text:date>`);

const mark = (type: string, state = '') =>
	`<w:r><w:fldChar w:fldCharType="${type}"${state}/></w:r>`;
const word = (field: string) => wordFile({ body: `<w:p>${run('Due on ')}${field}</w:p>` });
const wordDate = (day: number, state = '') =>
	word(
		`${mark('begin', state)}<w:r><w:instrText> DATE </w:instrText></w:r>${mark('separate')}${run(`${day} May`)}${mark('end')}`,
	);
const simpleDate = (day: number, state = '') =>
	word(`<w:fldSimple w:instr=" DATE "${state}>${run(`${day} May`)}</w:fldSimple>`);

test.each([
	['of an ODT', openDate, 'text:fixed="true"'],
	['of a DOCX', wordDate, ' w:fldLock="1"'],
	['of a DOCX in one element', simpleDate, ' w:fldLock="true"'],
])('the date of a field %s', async (_, date, fixed) => {
	expect(await differsFrom({ kept: date(1), sent: date(2) })).toBeUndefined();
	expect(await differsFrom({ kept: date(1, fixed), sent: date(2, fixed) })).toBe('Lowest');
	expect(await differsFrom({ kept: date(1, fixed), sent: date(1, fixed) })).toBeUndefined();
});

test.each([
	['the time', 'time'],
	['the name of the file', 'file-name'],
	['the day of the last change', 'modification-date'],
])('%s in an ODT counts once it is fixed', async (_, name) => {
	const of = (text: string, state: string) =>
		open(`<text:${name} text:fixed="${state}">${text}</text:${name}>`);
	expect(await differsFrom({ kept: of('one', 'false'), sent: of('two', 'false') })).toBeUndefined();
	expect(await differsFrom({ kept: of('one', 'true'), sent: of('two', 'true') })).toBe('Lowest');
});
