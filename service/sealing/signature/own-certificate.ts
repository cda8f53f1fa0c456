/**
 * A self-signed certificate for installations whose operator has none. Its name says so: trusting
 * it means trusting the installation.
 */
import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import {
	bits,
	der,
	integer,
	octets,
	oid,
	sequence,
	set,
	tagged,
	tags,
	time,
	truth,
	smallInteger,
} from './der-writing';

export interface OwnCertificate {
	/** An EC key. */
	readonly privateKey: KeyObject;
	/** Random, at most 20 bytes. */
	readonly serial: Uint8Array;
	readonly from: Date;
	readonly until: Date;
}

const oids = {
	ecdsaWithSha256: '1.2.840.10045.4.3.2',
	commonName: '2.5.4.3',
	organisationalUnit: '2.5.4.11',
	basicConstraints: '2.5.29.19',
	keyUsage: '2.5.29.15',
	subjectKeyIdentifier: '2.5.29.14',
} as const;

/** digitalSignature and nonRepudiation, the first two of its bits. */
const keyUsageBits = bits(Buffer.from([0xc0]), 6);

/** Returns DER. */
export function ownCertificate({ privateKey, serial, from, until }: OwnCertificate): Buffer {
	const algorithm = sequence(oid(oids.ecdsaWithSha256));
	const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
	const name = sequence(
		set(named(oids.organisationalUnit, 'self-signed')),
		set(named(oids.commonName, 'Sealkeeper seal')),
	);
	const toSign = sequence(
		tagged(0, smallInteger(2)),
		integer(serial),
		algorithm,
		name,
		sequence(time(from), time(until)),
		name,
		publicKey,
		tagged(3, extensions(publicKey)),
	);
	return sequence(toSign, algorithm, bits(sign('sha256', toSign, privateKey)));
}

function extensions(publicKey: Uint8Array): Buffer {
	const keyId = createHash('sha1').update(publicKey).digest();
	return sequence(
		sequence(oid(oids.basicConstraints), truth(true), octets(sequence())),
		sequence(oid(oids.keyUsage), truth(true), octets(keyUsageBits)),
		sequence(oid(oids.subjectKeyIdentifier), octets(octets(keyId))),
	);
}

function named(type: string, text: string): Buffer {
	return sequence(oid(type), der(tags.utf8String, Buffer.from(text)));
}
