import { type Rewrite, rewriteSearch } from '../../pipeline/rewrite-search.ts';

rewriteSearch(JSON.parse(process.argv[2] ?? '') as Rewrite);
