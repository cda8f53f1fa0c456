import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { brandEndpoints } from '../../api/platform/brand';
import { refuse } from '../../server/refusal';
import {
	brandOf,
	changeBrand,
	findLogo,
	logoBytesMax,
	logoPicture,
	removeLogo,
	setLogo,
} from '../brand/brand';
import type { Database } from '../database/database';
import { storeFor } from '../operations/storing';
import type { AreaAdmissions, AreaHandlers } from '../operations/handler';

export function brandHandlers(
	database: Database,
): Pick<AreaHandlers<'platform'>, keyof typeof brandEndpoints> {
	return {
		getBrand: ({ caller }) => brandOf(database, caller.organisationId),
		async changeBrand({ caller }, change) {
			const { organisationId } = caller;
			await storeFor(database, caller, (transaction) =>
				changeBrand(transaction, organisationId, change),
			);
			return brandOf(database, organisationId);
		},
		async setLogo({ caller }, { logo }) {
			const { organisationId } = caller;
			const bytes = await buffer(logo.object.read());
			await logo.object.rest();
			const picture = await logoPicture(bytes);
			await storeFor(database, caller, (transaction) =>
				setLogo(transaction, organisationId, picture),
			);
			return brandOf(database, organisationId);
		},
		removeLogo: ({ caller }) => removeLogo(database, caller.organisationId),
		async getLogo(_context, { logoId }) {
			const png = await findLogo(database, logoId);
			if (png === undefined) throw refuse('Platform_LogoNotFound', logoId);
			return {
				fileName: 'logo.png',
				etag: logoId,
				sizeBytes: png.length,
				shownAs: 'image/png',
				read: (range) =>
					Promise.resolve(Readable.from([range ? png.subarray(range.first, range.last + 1) : png])),
			};
		},
	};
}

export const brandAdmissions: AreaAdmissions<'platform'> = {
	setLogo: () => Promise.resolve({ logo: { sizeBytesMax: logoBytesMax } }),
};
