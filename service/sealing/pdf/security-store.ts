/**
 * Adds revocation data of a seal's certificates to a PDF: its DSS (ISO 32000-2, EN 319 142-1). The
 * seal covers it; data of earlier seals stays.
 */
import { PDFArray, PDFDict, PDFName, type PDFDocument } from '@cantoo/pdf-lib';

export interface SecurityStore {
	/** Certificates, OCSP answers and revocation lists, DER. */
	readonly certificates: readonly Uint8Array[];
	readonly answers: readonly Uint8Array[];
	readonly lists: readonly Uint8Array[];
}

const places = { certificates: 'Certs', answers: 'OCSPs', lists: 'CRLs' } as const;

/** Writes nothing without answers, because the certificates are in the seal anyway. */
export function addSecurityStore(document: PDFDocument, store: SecurityStore): void {
	if (store.answers.length + store.lists.length === 0) return;
	const { context, catalog } = document;
	const found = catalog.lookup(PDFName.of('DSS'));
	const before = found instanceof PDFDict ? found : undefined;
	const kept = Object.fromEntries(
		(before?.entries() ?? []).map(([key, value]) => [key.decodeText(), value]),
	);
	const written = Object.entries(places).flatMap(([part, name]) => {
		const listed = before?.lookup(PDFName.of(name));
		const earlier = listed instanceof PDFArray ? listed.asArray() : [];
		const added = store[part as keyof typeof places].map((bytes) =>
			context.register(context.stream(bytes)),
		);
		const all = [...earlier, ...added];
		return all.length === 0 ? [] : [[name, all] as const];
	});
	const dictionary = context.obj({ ...kept, Type: 'DSS', ...Object.fromEntries(written) });
	catalog.set(PDFName.of('DSS'), context.register(dictionary));
}
