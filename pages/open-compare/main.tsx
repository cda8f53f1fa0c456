/** The page at `/compare` where the operator opens it to everybody. */
import { render } from 'preact';
import { ComparePage } from '../compare/compare-page';

render(<ComparePage isOpen />, document.body);
