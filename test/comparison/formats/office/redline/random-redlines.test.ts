import { countOf } from '../../../../support/run/tier';
import { expectTrueCopies } from './random-redlines';

const seeds = Array.from({ length: countOf({ quick: 4, full: 80 }) }, (_, at) => at + 1);

test.each(seeds)('what the copy says of documents of seed %d', expectTrueCopies);
