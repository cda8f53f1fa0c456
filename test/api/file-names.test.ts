/** Names of files that are saved somewhere: what they were where that is safe, and never a way out of a folder. */
import { fileNameFrom, safeFileName } from '../../api/file-names';

const longest = 255;
const sizeOf = (name: string) => Buffer.byteLength(name);

test.each([
	['Lease (signed).pdf', 'Lease (signed).pdf'],
	['Übersicht «1».tar.gz', 'Übersicht «1».tar.gz'],
	['family 👩‍👩‍👧.png', 'family 👩‍👩‍👧.png'],
	['.gitignore', '.gitignore'],
	['no ending', 'no ending'],
	['../../etc/passwd', '.._.._etc_passwd'],
	['C:\\Windows\\a.dll', 'C:_Windows_a.dll'],
	['a\u0000b\nc\u0085.txt', 'a_b_c_.txt'],
	['invoice\u202efdp.exe', 'invoice_fdp.exe'],
	['\ud800.txt', '\ufffd.txt'],
	['..', '_..'],
	['.', '_.'],
	['', '_'],
	['  .  ', '_.'],
])('%j is saved as %j', (name, saved) => {
	expect(safeFileName(name)).toBe(saved);
});

test('a long name is cut between characters, and keeps its ending', () => {
	const ascii = safeFileName(`${'a'.repeat(300)}.pdf`);
	expect([sizeOf(ascii), ascii.endsWith('a.pdf')]).toEqual([longest, true]);
	const wide = safeFileName(`${'契約'.repeat(100)}.tlog-proof`);
	expect(wide).toMatch(/^[契約]+\.tlog-proof$/);
	expect(sizeOf(wide)).toBeGreaterThan(longest - 3);
	const emoji = safeFileName('😀'.repeat(100));
	expect(emoji).toBe('😀'.repeat(63));
});

test('a name made after another one says what it is, however long the other is', () => {
	expect(fileNameFrom('Lease', ' - differences.html')).toBe('Lease - differences.html');
	expect(fileNameFrom('a/b', ' (sealed).pdf')).toBe('a_b (sealed).pdf');
	const long = fileNameFrom('é'.repeat(255), ' - differences.html');
	expect(long).toMatch(/^é+ - differences\.html$/);
	expect(sizeOf(long)).toBeLessThanOrEqual(longest);
});

test('it does not change again', () => {
	for (const name of [
		'../x.pdf',
		'é'.repeat(300),
		'..',
		'\ud800\u202e',
		`${'a '.repeat(200)}.pdf`,
	]) {
		const saved = safeFileName(name);
		expect(safeFileName(saved)).toBe(saved);
	}
});
