/** The last signature of a PDF, as OpenSSL judges it. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface LastSignature {
	/** CMS, DER. */
	readonly cms: Buffer;
	/** Of the first digit of it, in the file. */
	readonly offset: number;
	/** What it is of. */
	readonly content: Buffer;
}

export function lastSignature(file: Buffer): LastSignature {
	const ranges = [...file.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)/g)];
	const [start = 0, end = 0, length = 0] = (ranges.at(-1) ?? []).slice(1).map(Number);
	const reserved = Buffer.from(file.toString('latin1', start + 1, end - 1), 'hex');
	const content = Buffer.concat([file.subarray(0, start), file.subarray(end, end + length)]);
	return { cms: reserved.subarray(0, derLength(reserved)), offset: start + 1, content };
}

/** Of a sequence of 256 to 65,535 bytes with its head: behind it the room that was kept is zeros. */
function derLength(bytes: Buffer): number {
	expect(bytes.readUInt16BE(0)).toBe(0x3082);
	return 4 + bytes.readUInt16BE(2);
}

/** Throws when OpenSSL does not take the last signature of a file for one of CAdES; says what is in it. */
export function checkedByOpenssl(
	file: Buffer,
	{ certificate, folder }: { readonly certificate: Uint8Array; readonly folder: string },
): string {
	const { cms, content } = lastSignature(file);
	const encoded = Buffer.from(certificate).toString('base64');
	const written = {
		signature: cms,
		content,
		certificate: `-----BEGIN CERTIFICATE-----\n${encoded}\n-----END CERTIFICATE-----\n`,
	};
	const place = (name: keyof typeof written) => path.join(folder, name);
	for (const [name, bytes] of Object.entries(written)) {
		fs.writeFileSync(path.join(folder, name), bytes);
	}
	const verify = ['-verify', '-cades', '-binary', '-inform', 'DER', '-purpose', 'any'];
	const files = ['-in', place('signature'), '-content', place('content')];
	const others = ['-CAfile', place('certificate'), '-out', '/dev/null'];
	execFileSync('openssl', ['cms', ...verify, ...files, ...others], { stdio: 'pipe' });
	const print = ['-cmsout', '-print', '-inform', 'DER', '-in', place('signature')];
	return execFileSync('openssl', ['cms', ...print], { encoding: 'utf8' });
}
