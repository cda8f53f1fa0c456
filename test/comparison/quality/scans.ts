/** Sheets as a scanner sees them: turned a little, in another light, with noise, and saved as JPEG. */
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import type { Picture, Rectangle } from '../../../comparison/formats/image/picture';
import { drawn, wordsOf } from './pictures';
import { Random } from './random';

const form = { width: 827, height: 1169, fontSize: 18, ink: '#202020' };

/** Draws on a sheet; the rectangle is around what it draws. */
interface Mark {
	readonly rectangle: Rectangle;
	readonly draw: (context: SKRSContext2D) => void;
}

/** What is seen beside the words, one of them missing on the other scan. */
export const marks = {
	'the last digit of an amount': {
		rectangle: { x: 640, y: 1052, width: 20, height: 24 },
		draw: (context) => {
			context.font = '20px Page';
			context.fillStyle = '#202020';
			context.fillText('7', 643, 1070);
		},
	},
	'a decimal point': {
		rectangle: { x: 600, y: 1066, width: 8, height: 8 },
		draw: (context) => {
			context.fillStyle = '#202020';
			context.fillRect(602, 1068, 3, 3);
		},
	},
	'a stamp': {
		rectangle: { x: 560, y: 20, width: 160, height: 30 },
		draw: (context) => {
			context.strokeStyle = '#a06070';
			context.lineWidth = 2;
			context.strokeRect(562, 22, 150, 24);
		},
	},
	'a thin line': {
		rectangle: { x: 36, y: 1098, width: 300, height: 6 },
		draw: (context) => {
			context.fillStyle = '#909090';
			context.fillRect(40, 1100, 290, 1);
		},
	},
	'a pale signature': {
		rectangle: { x: 90, y: 1110, width: 200, height: 50 },
		draw: (context) => {
			context.strokeStyle = '#d2d6dc';
			context.lineWidth = 2.5;
			context.beginPath();
			context.moveTo(100, 1140);
			context.bezierCurveTo(140, 1080, 160, 1190, 200, 1130);
			context.bezierCurveTo(220, 1100, 240, 1170, 275, 1125);
			context.stroke();
		},
	},
} satisfies Readonly<Record<string, Mark>>;

export type MarkName = keyof typeof marks;

/** A sheet with words and all marks but one. */
export function sheet(seed: number, without?: MarkName): Picture {
	const { width, height, data } = drawn(form, wordsOf(form, new Random(seed)));
	const context = createCanvas(width, height).getContext('2d');
	context.putImageData(imageOf({ width, height, data }), 0, 0);
	for (const [name, mark] of Object.entries(marks)) if (name !== without) mark.draw(context);
	return { width, height, data: new Uint8Array(context.getImageData(0, 0, width, height).data) };
}

export interface Scanner {
	readonly random: Random;
	/** Clockwise, in degrees. */
	readonly turn?: number;
	/** In pixels, and parts of them. */
	readonly right?: number;
	readonly down?: number;
	/** Standard deviation of the noise, and by how much the paper is darker, in levels of 256. */
	readonly noise: number;
	readonly darker: number;
	readonly quality: number;
}

export async function scanned(of: Picture, scanner: Scanner): Promise<Buffer> {
	const { width, height } = of;
	const { turn = 0, right = 0, down = 0 } = scanner;
	const canvas = createCanvas(width, height);
	canvas.getContext('2d').putImageData(imageOf(of), 0, 0);
	const glass = createCanvas(width, height).getContext('2d');
	glass.fillStyle = '#ffffff';
	glass.fillRect(0, 0, width, height);
	glass.translate(width / 2 + right, height / 2 + down);
	glass.rotate((turn * Math.PI) / 180);
	glass.drawImage(canvas, -width / 2, -height / 2);
	const { data } = glass.getImageData(0, 0, width, height);
	const seen = data.map((value, at) =>
		at % 4 === 3 ? value : value * (1 - scanner.darker / 255) + normal(scanner),
	);
	return sharp(seen, { raw: { width, height, channels: 4 } })
		.removeAlpha()
		.jpeg({ quality: scanner.quality })
		.toBuffer();
}

function imageOf({ width, height, data }: Picture) {
	const image = createCanvas(1, 1).getContext('2d').createImageData(width, height);
	image.data.set(data);
	return image;
}

/** The sum of four even numbers is nearly normal. */
function normal({ random, noise }: Scanner): number {
	const end = 1 << 16;
	const sum = random.below(end) + random.below(end) + random.below(end) + random.below(end);
	return (sum / end - 2) * Math.sqrt(3) * noise;
}
