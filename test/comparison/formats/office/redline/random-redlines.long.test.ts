/** 20,000 pairs beyond those of the full tier; `SEED=74` tries the pairs of one seed. */
import { expectTrueCopies } from './random-redlines';

const { SEED } = process.env;
const seeds = SEED === undefined ? Array.from({ length: 800 }, (_, at) => at + 81) : [Number(SEED)];

test.each(seeds)('what the copy says of documents of seed %d', expectTrueCopies);
