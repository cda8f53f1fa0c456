/** What the style of an element does to the words in it: strokes, and that they are not seen. Pure. */
import { declarationsIn } from '../../core/declarations';
import { hexColour, paper, transparent, unseen } from '../../core/sight';

/** For a style such as `color: white; text-decoration: line-through`. What sheets of styles say is not known. */
export function sightWords(style: string): readonly string[] {
	if (style === '') return [];
	const values = declarationsIn(style.toLowerCase().replace(/\s*!\s*important/g, ''));
	const value = (name: string) => values.get(name) ?? '';
	const isHidden =
		value('display') === 'none' || value('visibility') === 'hidden' || isZero(value('opacity'));
	const isElsewhere = isCutOff(value) || isFarOff(value);
	const lines = `${value('text-decoration')} ${value('text-decoration-line')}`;
	const background = values.get('background-color') ?? values.get('background') ?? transparent;
	const sight = unseen({
		colour: colourOf(value('color')),
		background: background === transparent ? paper : colourOf(background),
		sizePoints: pointsOf(value('font-size')),
	});
	return [
		isHidden || isElsewhere ? 'hidden' : '',
		/line-through/.test(lines) ? 'struck through' : '',
		sight,
	].filter((word) => word !== '');
}

type ValueOf = (name: string) => string;

/** True for a box without a size, or of which nothing is shown. */
function isCutOff(value: ValueOf): boolean {
	const sizes = ['height', 'width', 'max-height', 'max-width'].map(value);
	const isFlat = sizes.some((size) => isZero(size.replace(/[a-z]+$/, '')));
	const isClipped = ['hidden', 'clip'].includes(value('overflow'));
	return (
		(isFlat && isClipped) ||
		/^inset\((?:[5-9]\d|100)%\)|^circle\(0\D/.test(value('clip-path')) ||
		/^rect\((?:[01](?:px)?[\s,]*){4}\)/.test(value('clip')) ||
		/\bscale[xy]?\(0(?:[\s,]+0)?\)/.test(value('transform'))
	);
}

/** No screen is as wide. */
const farPixels = -900;

/** True for what stands beside the page. */
function isFarOff(value: ValueOf): boolean {
	const isPlaced = ['absolute', 'fixed'].includes(value('position'));
	const places = isPlaced ? ['left', 'top', 'right', 'bottom'] : [];
	return [...places, 'text-indent', 'margin-left', 'margin-top'].some((name) => {
		const [, pixels] = /^(-\d+)(?:px|pt)$/.exec(value(name)) ?? [];
		return pixels !== undefined && Number(pixels) <= farPixels;
	});
}

function isZero(value: string): boolean {
	return /^0*\.?0+%?$/.test(value);
}

/** `#rrggbb` or `transparent`; undefined for what is not known here, such as most names. */
function colourOf(value: string): string | undefined {
	if (value === transparent) return transparent;
	if (value === 'white') return paper;
	if (value === 'black') return '#000000';
	const [, short] = /^#([0-9a-f]{3})$/.exec(value) ?? [];
	if (short !== undefined) return `#${short.replace(/./g, '$&$&')}`;
	const channels = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*(?:[,/]\s*([\d.%]+)\s*)?\)$/.exec(
		value,
	);
	if (channels === null) return hexColour(value);
	if (isZero(channels[4] ?? '1')) return transparent;
	const digits = channels.slice(1, 4).map((channel) => Number(channel).toString(16));
	return hexColour(digits.map((channel) => channel.padStart(2, '0')).join(''));
}

const pointsPerPixel = 0.75;

/** Infinite for a size that is relative to another one. */
function pointsOf(value: string): number {
	if (isZero(value)) return 0;
	const [, number, unit] = /^([\d.]+)(px|pt)$/.exec(value) ?? [];
	if (number === undefined) return Number.POSITIVE_INFINITY;
	return Number(number) * (unit === 'px' ? pointsPerPixel : 1);
}
