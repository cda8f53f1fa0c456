/** The page at `/compare`, by a key. */
import { render } from 'preact';
import { LanguageProvider } from '../parts/language/language';
import { ComparePage } from './compare-page';

render(
	<LanguageProvider name="language of the console" storage="localStorage">
		<ComparePage isOpen={false} />
	</LanguageProvider>,
	document.body,
);
