/** Contracts that were signed at once, with the file they were sealed in. */
import { drawnSignature } from '../../support/clients/signature-picture';
import type { RunningService } from '../../support/programs/service';

export interface SealedContract {
	readonly id: string;
	readonly sealed: Buffer<ArrayBuffer>;
}

export async function sealedContract(
	running: RunningService,
	{ bytes, fileName }: { readonly bytes: Uint8Array; readonly fileName: string },
	signers: readonly string[] = ['ann@first.test', 'bob@first.test'],
): Promise<SealedContract> {
	const { products, admin } = running.organisation;
	const contracts = `${running.url}/sealer/${products.Sealer}/contracts`;
	const headers = { 'x-api-key': admin.key };
	const form = new FormData();
	form.append('file', new File([new Uint8Array(bytes)], fileName));
	form.append('displayName', 'Lease');
	for (const email of signers) {
		form.append('signerEmails', email);
		form.append('signatures', new File([drawnSignature()], 'signature.png'));
	}
	const made = await fetch(contracts, { method: 'POST', headers, body: form });
	const { id } = (await made.json()) as { readonly id: string };
	for (;;) {
		const reply = await fetch(`${contracts}/${id}/sealed`, { headers });
		if (reply.status === 200) return { id, sealed: Buffer.from(await reply.arrayBuffer()) };
		await reply.arrayBuffer();
		await running.service.sealed();
	}
}
