/**
 * Puts the brand of its organisation on a mail when it leaves. The logo goes with the mail, because mail programs show
 * no pictures from elsewhere until they are asked to. Pure.
 */
import { markup, type Markup } from '../../server/html/markup';

export interface MailBrand {
	readonly name: string;
	readonly colour?: string;
	/** What is read on the colour. */
	readonly textColour?: string;
	readonly logo?: {
		readonly png: Buffer;
		/** As it is shown, in pixels. */
		readonly width: number;
		readonly height: number;
	};
}

/** Where the logo comes in the HTML of every mail. */
export const logoPlace: Markup = markup`<!--logo-->`;

/** The attribute by which a button has its form and, until the mail leaves, the usual colours. */
export const buttonStyle: Markup = styleOf('#1f5fd0', '#ffffff');

function styleOf(colour: string, textColour: string): Markup {
	return markup`style="display:inline-block;padding:12px 24px;background:${colour};color:${textColour};text-decoration:none;border-radius:8px;font-weight:600"`;
}

/** Content-ID of the logo. */
export const logoContentId = 'logo@sealkeeper';

export function dressed(html: string, brand: MailBrand | undefined): string {
	const { colour, textColour, logo } = brand ?? {};
	// Neither stands in what somebody has written, whose marks are escaped.
	const withLogo = html.replace(logoPlace.text, () =>
		brand && logo ? pictureOf(brand.name, logo).text : '',
	);
	if (colour === undefined || textColour === undefined) return withLogo;
	return withLogo.replaceAll(buttonStyle.text, styleOf(colour, textColour).text);
}

/** On white, as most logos are made for it, whatever the mail program makes of the rest. */
function pictureOf(name: string, { width, height }: NonNullable<MailBrand['logo']>): Markup {
	return markup`<p style="margin:0 0 24px"><img src="cid:${logoContentId}" alt="${name}" width="${width}" height="${height}" style="background:#ffffff;padding:8px;border-radius:8px"></p>`;
}
