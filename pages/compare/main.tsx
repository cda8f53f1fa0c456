/** The page at `/compare`, by a key. */
import { render } from 'preact';
import { ComparePage } from './compare-page';

render(<ComparePage isOpen={false} />, document.body);
