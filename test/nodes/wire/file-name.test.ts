/** The name out of a header, as any service may send it. */
import { fileNameOf } from '../../../nodes/wire/file-name';

test.each([
	[`attachment; filename="a_b.pdf"; filename*=UTF-8''a%C3%BCb.pdf`, 'aüb.pdf'],
	['attachment; filename="Lease.pdf"', 'Lease.pdf'],
	['inline; filename=lease.pdf', 'lease.pdf'],
	[`attachment; filename="right.pdf"; filename*=UTF-8''%E0%A4%A`, 'right.pdf'],
	[`attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`, '.._.._etc_passwd'],
	['attachment; filename="..\\..\\boot.ini"', '.._.._boot.ini'],
	[`attachment; filename*=UTF-8''a%00b%0A.txt`, 'a_b_.txt'],
	['attachment', undefined],
	[undefined, undefined],
])('%s names %s', (header, name) => {
	expect(fileNameOf(header)).toBe(name);
});
