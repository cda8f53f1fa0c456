/** Links to the organisation's products of one kind. */
import type { Model } from '../../api/types';
import { Heading } from './frame';
import type { Query } from './loading';
import { Link } from './router';
import { Empty, WhenLoaded } from './states';

interface ProductListProps {
	readonly heading: string;
	readonly kind: Model<'Product'>['product'];
	/** The address before the product's id. */
	readonly at: string;
	readonly none: string;
	readonly asked: Query<readonly Model<'Product'>[]>;
}

export function ProductList({ heading, kind, at, none, asked }: ProductListProps) {
	return (
		<>
			<Heading>{heading}</Heading>
			<WhenLoaded asked={asked}>
				{(all) => {
					const products = all.filter(({ product }) => product === kind);
					if (products.length === 0) return <Empty>{none}</Empty>;
					return (
						<ul>
							{products.map(({ id, name }) => (
								<li key={id}>
									<Link to={`${at}/${id}`}>{name}</Link>
								</li>
							))}
						</ul>
					);
				}}
			</WhenLoaded>
		</>
	);
}
