import '#src/ui/tokens.css';
import '#src/ui/base.css';
import './atlas.css';
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
