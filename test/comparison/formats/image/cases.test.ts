/** Pictures that were once compared wrongly. */
import { imageComparer } from '../../../../comparison/formats/image/image-comparer';
import { comparedCase } from '../../cases';

test('img-decimal-point-gone-9px', async () => {
	const result = await comparedCase(imageComparer, 'img-decimal-point-gone-9px', 'Medium');
	expect(result).toMatchObject({ isReadable: true, counts: { changed: 1 } });
});

test('png-white-logo', async () => {
	const result = await comparedCase(imageComparer, 'png-white-logo', 'Lowest');
	expect(result).toMatchObject({ isReadable: true, counts: { changed: 1 } });
});

test('jpg-scanned-again', async () => {
	const result = await comparedCase(imageComparer, 'jpg-scanned-again', 'High');
	expect(result).toMatchObject({ accuracy: 1, changes: [] });
});

test('jpg-scan-skewed', async () => {
	const result = await comparedCase(imageComparer, 'jpg-scan-skewed', 'Low');
	expect(result).toMatchObject({ accuracy: 1, changes: [] });
	expect(JSON.stringify(result)).toContain('turned counterclockwise by 0.4 degrees');
});
