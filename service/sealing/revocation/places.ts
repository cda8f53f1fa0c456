/** The addresses a certificate names for revocation checks: OCSP responders and lists. */
import { derParts, oidText, readDer, type DerValue } from '../../../proof/der';

export interface RevocationPlaces {
	/** HTTP addresses, in order. */
	readonly responders: readonly string[];
	readonly lists: readonly string[];
}

const oids = {
	authorityAccess: '1.3.6.1.5.5.7.1.1',
	ocsp: '1.3.6.1.5.5.7.48.1',
	distributionPoints: '2.5.29.31',
} as const;

const tags = { octets: 0x04, extensions: 0xa3, address: 0x86 } as const;
/** Tag of a distribution point's name, and of the full name in it. */
const inner = 0xa0;

/** Throws a `DerFault` if the bytes are no certificate. */
export function revocationPlaces(certificate: Uint8Array): RevocationPlaces {
	const access = derParts(extensionOf(certificate, oids.authorityAccess));
	const responders = access.flatMap((description) => {
		const [method, place] = derParts(description);
		return method !== undefined && place !== undefined && oidText(method) === oids.ocsp
			? addressesOf([place])
			: [];
	});
	const points = derParts(extensionOf(certificate, oids.distributionPoints));
	const lists = points.flatMap((point) =>
		derParts(point)
			.filter(({ tag }) => tag === inner)
			.flatMap(derParts)
			.filter(({ tag }) => tag === inner)
			.flatMap((names) => addressesOf(derParts(names))),
	);
	return { responders, lists };
}

/** The value of a certificate's extension; empty if it has none of that kind. */
export function extensionOf(certificate: Uint8Array, kind: string): DerValue {
	const [signed] = derParts(readDer(certificate));
	const held = signed && derParts(signed).find(({ tag }) => tag === tags.extensions);
	return valueOf(held, kind);
}

/** The value of an extension in a list of extensions. */
export function valueOf(held: DerValue | undefined, kind: string): DerValue {
	const list = held === undefined ? [] : derParts(held).flatMap(derParts);
	const found = list.find((extension) => {
		const [name] = derParts(extension);
		return name !== undefined && oidText(name) === kind;
	});
	const value = found && derParts(found).find(({ tag }) => tag === tags.octets);
	return value === undefined ? none : readDer(value.content);
}

const none: DerValue = { tag: 0x30, content: new Uint8Array(), whole: Uint8Array.of(0x30, 0) };

/** Only HTTP addresses are used. */
function addressesOf(names: readonly DerValue[]): readonly string[] {
	return names
		.filter(({ tag }) => tag === tags.address)
		.map(({ content }) => Buffer.from(content).toString('latin1'))
		.filter((text) => /^https?:/i.test(text) && URL.canParse(text));
}
