// Leaflet: a map without tiles, with markers, pop-ups and zoom.
import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { show } from '../page.mjs';

const state = { opened: '' };
show('<h2>Map</h2><div id="map" style="height: 400px; width: 600px"></div>', () => ({ ...state, zoom: map.getZoom() }));
const map = L.map('map', { zoomAnimation: false, fadeAnimation: false }).setView([59.9, 10.7], 8);
const icon = L.divIcon({
  className: '',
  html: '<div style="width: 20px; height: 20px; background: red"></div>',
  iconSize: [20, 20],
});
for (const [name, lat, lng] of [
  ['Oslo', 59.9, 10.7],
  ['Moss', 59.43, 10.66],
  ['Hamar', 60.79, 11.07],
]) {
  L.marker([lat, lng], { icon, title: name, alt: name })
    .addTo(map)
    .bindPopup(`Town of ${name}`)
    .on('popupopen', () => {
      state.opened = name;
    });
}
