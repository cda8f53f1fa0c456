/**
 * Keeps V8's young generation at the size it starts with. Uploads pass through as thousands of
 * short-lived buffers, which are only given back when the young generation is swept; left to grow,
 * it is swept so seldom that they pile up to a hundred megabytes. It takes effect only when it is
 * the first import of a program.
 */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--semi-space-growth-factor=1');
