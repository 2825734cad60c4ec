// Our page around the previews: the people, the channels, what is new.
const TEXTS = {
  en: {
    tagline: "Board games with friends, a move at a time",
    as: "You play as",
    rooms: "Places",
    letters: "Private messages from Stolik",
    how: "Play in a minute",
    how1: "Press **Join** in the lobby. Choose another person above and press it again: you play as everybody here.",
    how2: "Press **Start**. The match gets a thread of its own; it appears under Places.",
    how3: "A dot marks the player to move. Choose them and press **Your move**: only they can see what opens.",
    how4: "Each player also gets their hand in a private message. Nobody else can read it.",
    how5: "Stop the demo whenever you like. Start it again and the match goes on. This server is in English, Dima’s Discord in Polish.",
    lost: "The demo has stopped. Start it again with make play: this page will then reconnect.",
    waiting: "to move",
    unread: "new",
    letter: (name) => `To ${name}`,
  },
  pl: {
    tagline: "Planszówki z przyjaciółmi, ruch po ruchu",
    as: "Grasz jako",
    rooms: "Miejsca",
    letters: "Prywatne wiadomości od Stolika",
    how: "Zagraj w minutę",
    how1: "Naciśnij **Join** w poczekalni. Wybierz powyżej inną osobę i naciśnij znowu: tutaj grasz za wszystkich.",
    how2: "Naciśnij **Start**. Partia dostanie własny wątek; pojawi się wśród miejsc.",
    how3: "Kropka wskazuje osobę, która ma ruch. Wybierz ją i naciśnij **Your move**: to, co się otworzy, widzi tylko ona.",
    how4: "Karty na ręce przychodzą też w prywatnej wiadomości. Nikt inny jej nie przeczyta.",
    how5: "Zatrzymaj demo, kiedy chcesz. Po ponownym uruchomieniu partia potoczy się dalej. Ten serwer jest po angielsku, a Discord Dimy po polsku.",
    lost: "Demo zostało zatrzymane. Uruchom je znowu poleceniem make play: ta strona ruszy sama.",
    waiting: "ma ruch",
    unread: "nowe",
    letter: (name) => `Do: ${name}`,
  },
};
const ICONS = {
  channel: "M9 4 7 20M17 4l-2 16M4 9h17M3 15h17",
  thread: "M5 5h14v10H11l-4 4v-4H5zM9 9h7M9 12h4",
  dm: "M4 6h16v12H4zm0 0 8 7 8-7",
};
const $ = (id) => document.getElementById(id);
const kept = (name, value) => {
  try {
    if (value === undefined) return localStorage.getItem(name);
    localStorage.setItem(name, value);
  } catch { /* a browser without storage forgets, that is all */ }
  return value;
};

const now = {
  run: null, people: [], places: [], seen: JSON.parse(kept("seen") || "{}"),
  person: kept("person"), place: kept("place"),
};
/** Place id to {element, url, viewer}: each place is loaded once and then kept. */
const frames = new Map();

const here = () => now.places.find((place) => place.id === now.place);
const player = () => now.people.find((person) => person.id === now.person);
const words = () => TEXTS[player()?.locale === "pl" ? "pl" : "en"];
const titled = (place) => place.kind === "dm" ? words().letter(place.name) : place.name;

function choosePerson(id) {
  now.person = kept("person", id);
  const place = here();
  if (place?.owner && place.owner !== id) {
    const own = now.places.find((other) => other.owner === id);
    now.place = kept("place", own.id);
  }
  render();
}

function choosePlace(id) {
  now.place = kept("place", id);
  const place = here();
  if (place.owner) now.person = kept("person", place.owner);
  drawer(false);
  render();
}

function drawer(open) {
  document.body.classList.toggle("drawer", open);
  $("open").setAttribute("aria-expanded", String(open));
  $("shade").hidden = !open;
}

function element(tag, facts = {}, ...children) {
  const made = Object.assign(document.createElement(tag), facts);
  made.append(...children);
  return made;
}

function drawn(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(svg.namespaceURI, "path"));
  svg.firstChild.setAttribute("d", path);
  return svg;
}

function say() {
  document.documentElement.lang = words() === TEXTS.pl ? "pl" : "en";
  for (const node of document.querySelectorAll("[data-say]")) {
    const parts = words()[node.dataset.say].split("**");
    node.replaceChildren(...parts.map((part, at) => at % 2 ? element("strong", { textContent: part }) : part));
  }
}

function personButton(person) {
  const chosen = person.id === now.person;
  const button = element("button", {
    type: "button", className: person.waiting ? "waiting" : "", onclick: () => choosePerson(person.id),
    title: person.waiting ? `${person.name}: ${words().waiting}` : person.name,
  }, element("img", { src: person.face, alt: "" }), element("span", { textContent: person.name }));
  button.setAttribute("aria-label", button.title);
  button.setAttribute("role", "radio");
  button.setAttribute("aria-checked", String(chosen));
  button.dataset.person = person.name;
  if (person.waiting) button.append(element("i", { textContent: words().waiting }));
  return button;
}

function isNew(place) {
  return place.id !== now.place && BigInt(place.newest) > BigInt(now.seen[place.id] || 0);
}

function placeButton(place) {
  const button = element("button", {
    type: "button", className: isNew(place) ? "new" : "", title: titled(place), onclick: () => choosePlace(place.id),
  }, drawn(ICONS[place.kind]), element("span", { textContent: titled(place) }));
  if (place.id === now.place) button.setAttribute("aria-current", "page");
  if (isNew(place)) button.append(element("b", { textContent: words().unread }));
  button.dataset.place = `${place.kind}:${place.name}`;
  return element("li", {}, button);
}

/** Puts new children in only when they look different, so that focus and clicks are not lost. */
function fill(parent, children) {
  const looks = children.map((child) => child.outerHTML).join("");
  if (parent.dataset.looks === looks) return;
  const active = document.activeElement;
  const at = parent.contains(active) ? [...parent.querySelectorAll("button")].indexOf(active) : -1;
  parent.replaceChildren(...children);
  parent.dataset.looks = looks;
  if (at >= 0) parent.querySelectorAll("button")[at]?.focus();
}

function frameOf(place) {
  let frame = frames.get(place.id);
  if (!frame || frame.url !== place.url || frame.run !== now.run) {
    frame?.element.remove();
    frame = { element: element("iframe", { title: place.name, src: place.url }), url: place.url, run: now.run, viewer: null };
    frames.set(place.id, frame);
    $("stage").append(frame.element);
  }
  return frame;
}

function render() {
  const place = here();
  if (!place) return;
  now.seen[place.id] = place.newest;
  kept("seen", JSON.stringify(now.seen));
  say();
  for (const id of ["people", "faces"]) fill($(id), now.people.map(personButton));
  fill($("places"), now.places.filter((other) => !other.owner).map(placeButton));
  fill($("dms"), now.places.filter((other) => other.owner).map(placeButton));
  const unread = now.places.filter(isNew).length;
  $("where").textContent = titled(place);
  $("news").textContent = unread;
  $("news").hidden = !unread;
  document.title = `${unread ? `(${unread}) ` : ""}${titled(place)} · Stolik`;
  const shown = frameOf(place);
  for (const frame of frames.values()) frame.element.classList.toggle("shown", frame === shown);
  lookAs(shown);
}

function lookAs(frame) {
  const asked = frame.viewer !== null && frame.viewer !== now.person;
  frame.element.classList.toggle("changing", asked);
  if (asked) frame.element.contentWindow?.postMessage({ viewAs: now.person }, "*");
}

window.addEventListener("message", ({ source, data }) => {
  for (const frame of frames.values()) {
    if (frame.element.contentWindow !== source) continue;
    if (now.places.some((place) => place.id === data?.visit)) choosePlace(data.visit);
    if (!data?.viewer) continue;
    frame.viewer = data.viewer;
    if (frame.element.classList.contains("shown")) lookAs(frame);
  }
});

async function poll() {
  try {
    const answer = await fetch("/places", { cache: "no-store" });
    const { run, people, places } = await answer.json();
    Object.assign(now, { run, people, places });
    if (!player()) now.person = people[0].id;
    if (!here()) now.place = places[0]?.id;
    $("lost").hidden = true;
    render();
  } catch {
    $("lost").hidden = false;
    say();
  }
  setTimeout(poll, 500);
}

$("open").onclick = () => drawer(!document.body.classList.contains("drawer"));
$("shade").onclick = () => drawer(false);
window.addEventListener("keydown", ({ key }) => { if (key === "Escape") drawer(false); });
$("how").open = kept("how") !== "closed";
$("how").ontoggle = () => kept("how", $("how").open ? "open" : "closed");
void poll();
