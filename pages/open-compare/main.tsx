/** The page at `/compare` where the operator opens it to everybody. */
import { render } from 'preact';
import { ComparePage } from '../compare/compare-page';
import { LanguageProvider } from '../parts/language/language';

render(
	<LanguageProvider name="language of the console" storage="localStorage">
		<ComparePage isOpen />
	</LanguageProvider>,
	document.body,
);
