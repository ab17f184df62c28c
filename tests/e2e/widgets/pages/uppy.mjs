// Uppy: a dashboard for uploads.
import Uppy from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import '@uppy/core/css/style.css';
import '@uppy/dashboard/css/style.css';
import { show } from '../page.mjs';

show('<h2>Archive</h2><div id="dashboard"></div>', () => ({ files: uppy.getFiles().map(({ name }) => name) }));
const uppy = new Uppy().use(Dashboard, { inline: true, target: '#dashboard', height: 300 });
