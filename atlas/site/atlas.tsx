import './styles/tokens.css';
import './styles/reset.css';
import './styles/base.css';
import './styles/bar.css';
import './styles/layout.css';
import './styles/chart.css';
import './styles/state.css';
import './styles/screens.css';
import './styles/start.css';
import './styles/path.css';
import './styles/try.css';
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
