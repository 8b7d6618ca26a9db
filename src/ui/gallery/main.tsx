import '#src/ui/base.css';
import { createRoot } from 'react-dom/client';
import { Gallery } from '#src/ui/gallery/gallery.tsx';

/*
 * Shows the design system without the portal: `/gallery.html?page=password&lang=en&accent=%23ffe600` under `npm run
 * dev`. The build does not contain it.
 */
const query = new URLSearchParams(location.search);
const accent = query.get('accent');
const root = document.getElementById('root');
if (root === null) throw new Error('gallery.html has no element "root"');
if (accent !== null) document.documentElement.style.setProperty('--accent', accent);
createRoot(root).render(
  <Gallery page={query.get('page')} language={query.get('lang') === 'en' ? 'en' : 'ko'} />,
);
