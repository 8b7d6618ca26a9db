import { nodesOf } from '#tools/source/syntax.ts';
import type { Edit, Operator } from './mutant.ts';
import { nameOf, removalOf } from './properties.ts';

const HEADER = /^[A-Za-z]+(-[A-Za-z]+)+$/;

const isHeader = (name: string | null): boolean =>
  name !== null && HEADER.test(name) && !/^(aria|data)-/.test(name);

/** Drops a header from an object literal. */
const writtenHeaders: Operator = {
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
const setHeaders: Operator = {
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

const FLAG = /; ?(HttpOnly|Secure|SameSite=\w+|Path=[^;`'"$]*|Max-Age=[^;`'"$]+)/g;
const FLAG_NAMES = ['httpOnly', 'secure', 'sameSite', 'maxAge'];

/** Drops a flag of a cookie, in a text or an option. */
const cookieFlags: Operator = {
  name: 'cookie flag dropped',
  find: (file) => [
    ...[...file.text.matchAll(FLAG)].map((match): Edit[] => [
      { start: match.index, end: match.index + match[0].length, text: '' },
    ]),
    ...nodesOf(file).flatMap(({ node, parent }) =>
      node.type === 'Property' &&
      parent?.type === 'ObjectExpression' &&
      FLAG_NAMES.includes(nameOf(node) ?? '')
        ? [removalOf(file, node)]
        : [],
    ),
  ],
};

/** Drops an ARIA attribute. */
const ariaAttributes: Operator = {
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

/** Mistakes in answers and pages. */
export const ANSWER_OPERATORS: readonly Operator[] = [
  writtenHeaders,
  setHeaders,
  cookieFlags,
  ariaAttributes,
];
