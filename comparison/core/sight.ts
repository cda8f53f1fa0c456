/** Words that stand in a file and are not seen by a reader: of the colour behind them, or too small. */
import { at } from '../../server/at';

/** What a text is seen by; colours such as `#ff0000`. */
interface Sight {
	/** Or `transparent`; undefined where the program chooses one that can be read. */
	readonly colour: string | undefined;
	/** Undefined if it is not known. */
	readonly background: string | undefined;
	readonly sizePoints: number;
	/** Of the usual width of the letters. */
	readonly widthShare?: number;
	/** The height of a line that cuts off what is higher. */
	readonly linePoints?: number | undefined;
}

export const paper = '#ffffff';
export const transparent = 'transparent';

/** Smaller letters are specks. */
const readablePointsMin = 2;
/** Colours whose channels differ by less look the same. */
const channelMax = 15;

/** Said of words that a reader does not see. */
export function unseen({ colour, background, ...sight }: Sight): string {
	if (colour === transparent) return 'without a colour';
	if (shownPoints(sight) <= readablePointsMin) return 'too small to read';
	if (colour === undefined || background === undefined) return '';
	const [one, other] = [channelsOf(colour), channelsOf(background)];
	const isAlike = one.every((channel, index) => Math.abs(channel - at(other, index)) <= channelMax);
	if (!isAlike) return '';
	return background === paper ? 'nearly white' : 'in the colour behind it';
}

function shownPoints({
	sizePoints,
	widthShare = 1,
	linePoints = Infinity,
}: Omit<Sight, 'colour' | 'background'>): number {
	return Math.min(sizePoints, sizePoints * widthShare, linePoints);
}

function channelsOf(colour: string): readonly number[] {
	return [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
}

/** A colour as six digits behind `#`; undefined for a name or nothing. */
export function hexColour(colour = ''): string | undefined {
	const [, digits] = /^#?([0-9a-f]{6})$/i.exec(colour) ?? [];
	return digits === undefined ? undefined : `#${digits.toLowerCase()}`;
}
