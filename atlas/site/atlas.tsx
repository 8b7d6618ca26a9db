import './styles/base.css';
import './styles/page.css';
import './styles/content.css';
import './styles/print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Atlas } from './atlas-app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root"');
createRoot(root).render(
  <StrictMode>
    <Atlas />
  </StrictMode>,
);
