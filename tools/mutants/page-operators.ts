import { nodesOf } from '#tools/source/syntax.ts';
import type { Edit, MutationOperator } from './mutant.ts';
import { nameOf, removalOf } from './properties.ts';

/** Matches the name of a header: words with hyphens between them. */
const HEADER_NAME = /^[A-Za-z]+(-[A-Za-z]+)+$/;

const isHeader = (name: string | null): boolean =>
  name !== null && HEADER_NAME.test(name) && !/^(aria|data)-/.test(name);

/** Drops a header from an object literal. */
const dropHeaderProperty: MutationOperator = {
  name: 'header dropped',
  find: (file) =>
    nodesOf(file).flatMap(({ node, parent }) =>
      node.type === 'Property' &&
      parent?.type === 'ObjectExpression' &&
      node.key.type === 'Literal' &&
      isHeader(nameOf(node))
        ? [removalOf(file, node)]
        : [],
    ),
};

/** Drops statements such as `headers.set('X-Y', …)` and `c.header('X-Y', …)`. */
const dropHeaderCall: MutationOperator = {
  name: 'header not set',
  find: (file) =>
    nodesOf(file).flatMap(({ node }) => {
      if (node.type !== 'ExpressionStatement' || node.expression.type !== 'CallExpression') return [];
      const { callee, arguments: args } = node.expression;
      const isSetter =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        ['set', 'append', 'header', 'setHeader'].includes(callee.property.name);
      const [name] = args;
      const isNamed = name?.type === 'Literal' && typeof name.value === 'string' && isHeader(name.value);
      return isSetter && isNamed ? [[{ start: node.start, end: node.end, text: ';' }]] : [];
    }),
};

/** Matches cookie attributes in a text such as `; HttpOnly; Path=/`. */
const COOKIE_ATTRIBUTES = /; ?(HttpOnly|Secure|SameSite=\w+|Path=[^;`'"$]*|Max-Age=[^;`'"$]+)/g;
const COOKIE_OPTION_NAMES = ['httpOnly', 'secure', 'sameSite', 'maxAge'];

/** Drops an attribute of a cookie, from a text or from an object with options. */
const dropCookieAttribute: MutationOperator = {
  name: 'cookie flag dropped',
  find: (file) => [
    ...[...file.text.matchAll(COOKIE_ATTRIBUTES)].map((match): Edit[] => [
      { start: match.index, end: match.index + match[0].length, text: '' },
    ]),
    ...nodesOf(file).flatMap(({ node, parent }) =>
      node.type === 'Property' &&
      parent?.type === 'ObjectExpression' &&
      COOKIE_OPTION_NAMES.includes(nameOf(node) ?? '')
        ? [removalOf(file, node)]
        : [],
    ),
  ],
};

/** Drops an ARIA attribute. */
const dropAriaAttribute: MutationOperator = {
  name: 'aria attribute dropped',
  find: (file) =>
    nodesOf(file).flatMap(({ node }) =>
      node.type === 'JSXAttribute' &&
      node.name.type === 'JSXIdentifier' &&
      (node.name.name.startsWith('aria-') || node.name.name === 'role')
        ? [[{ start: node.start, end: node.end, text: '' }]]
        : [],
    ),
};

/** Mistakes in HTTP responses and in the markup of pages. */
export const PAGE_OPERATORS: readonly MutationOperator[] = [
  dropHeaderProperty,
  dropHeaderCall,
  dropCookieAttribute,
  dropAriaAttribute,
];
