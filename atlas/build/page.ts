/** A page with classic scripts: browsers load no modules from file:// addresses. */
export const pageOf = ({ title, name }: { readonly title: string; readonly name: string }): string =>
  `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${name}.css">
</head>
<body>
<div id="root"></div>
<script src="data.js" defer></script>
<script src="proofs.js" defer></script>
<script src="changes.js" defer></script>
<script src="${name}.js" defer></script>
</body>
</html>
`;
