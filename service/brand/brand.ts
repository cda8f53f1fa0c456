/** The brand of an organisation as a row, as it is shown, and as its mails have it. */
import { hash } from 'node:crypto';
import type { Model } from '../../api/types';
import { known } from '../../server/known';
import { refuse } from '../../server/refusal';
import type { Database, Transaction } from '../database/database';
import type { Schema } from '../database/schema';
import type { MailBrand } from '../mail/dressing';
import { pictureOf, type Picture } from '../pictures/picture';
import { drawnLogo } from '../pictures/svg';
import { textOn } from './colours';

type Connection = Database | Transaction;

export const logoBytesMax = 200_000;

/** Twice what is shown, for fine screens. */
const keptSize = { width: 480, height: 160 };

/** The brand of an organisation; its name alone if nothing else is set. */
export async function brandOf(
	connection: Connection,
	organisationId: string,
): Promise<Model<'Brand'>> {
	const row = await connection
		.selectFrom('organisations')
		.leftJoin('brands', 'brands.organisation_id', 'organisations.id')
		.select(['organisations.name', 'brands.colour'])
		.select(['brands.logo_id', 'brands.logo_width', 'brands.logo_height'])
		.where('organisations.id', '=', organisationId)
		.executeTakeFirstOrThrow();
	const { name, colour, logo_id: logoId } = row;
	return known({
		name,
		colour,
		textColour: colour === null ? null : textOn(colour),
		logoId,
		logoWidth: half(row.logo_width),
		logoHeight: half(row.logo_height),
	});
}

/** The same with the picture of the logo, as mails and seals have it. */
export async function wholeBrandOf(
	connection: Connection,
	organisationId: string,
): Promise<MailBrand> {
	const { logoId, logoWidth, logoHeight, ...brand } = await brandOf(connection, organisationId);
	const png = logoId === undefined ? undefined : await findLogo(connection, logoId);
	if (png === undefined) return brand;
	return { ...brand, logo: { png, width: Number(logoWidth), height: Number(logoHeight) } };
}

/** As it is shown. */
function half(side: number | null): number | null {
	return side === null ? null : Math.max(1, Math.round(side / 2));
}

export interface BrandChange {
	readonly name?: string | undefined;
	/** As #rrggbb, or `usual`. */
	readonly colour?: string | undefined;
}

/** Changes what is given. */
export async function changeBrand(
	transaction: Transaction,
	organisationId: string,
	{ name, colour }: BrandChange,
): Promise<void> {
	if (name !== undefined) {
		await transaction
			.updateTable('organisations')
			.set({ name })
			.where('id', '=', organisationId)
			.execute();
	}
	if (colour === undefined) return;
	await write(transaction, organisationId, {
		colour: colour === 'usual' ? null : colour.toLowerCase(),
	});
}

/** The picture that is kept of a sent logo; refuses what is none. */
export function logoPicture(bytes: Buffer): Promise<Picture> {
	return pictureOf(bytes, {
		formats: 'PNG, JPEG or SVG of plain shapes',
		svg: drawnLogo,
		keptSize,
		invalid: (why) => refuse('Request_Invalid', 'logo', why),
	});
}

export async function setLogo(
	connection: Connection,
	organisationId: string,
	{ png, width, height }: Picture,
): Promise<void> {
	await write(connection, organisationId, {
		logo_id: hash('sha256', png).slice(0, 24),
		logo: png.toString('base64'),
		logo_width: width,
		logo_height: height,
	});
}

export function removeLogo(connection: Connection, organisationId: string): Promise<void> {
	const none = { logo_id: null, logo: null, logo_width: null, logo_height: null };
	return write(connection, organisationId, none);
}

async function write(
	connection: Connection,
	organisationId: string,
	values: Partial<Omit<Schema['brands'], 'organisation_id'>>,
): Promise<void> {
	await connection
		.insertInto('brands')
		.values({ organisation_id: organisationId, ...values })
		.onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
		.execute();
}

/** The PNG of a logo that an organisation has now; undefined if none has it. */
export async function findLogo(
	connection: Connection,
	logoId: string,
): Promise<Buffer | undefined> {
	const row = await connection
		.selectFrom('brands')
		.select('logo')
		.where('logo_id', '=', logoId)
		.limit(1)
		.executeTakeFirst();
	return typeof row?.logo === 'string' ? Buffer.from(row.logo, 'base64') : undefined;
}
