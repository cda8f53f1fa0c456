/** Pictures that were once compared wrongly. */
import { imageComparer } from '../../../../comparison/formats/image/image-comparer';
import { comparedCase } from '../../cases';

test('img-decimal-point-gone-9px', async () => {
	const result = await comparedCase(imageComparer, 'img-decimal-point-gone-9px', 'Medium');
	expect(result).toMatchObject({ isReadable: true, counts: { changed: 1 } });
});
