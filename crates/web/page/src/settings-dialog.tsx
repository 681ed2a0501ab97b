// What the reader may choose for this browser: language, colours, boards, coordinates.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { LANGUAGES, type Language, language, pick, speak } from './language.js';
import { showModal } from './modal.js';
import { remember, type Settings, settings } from './settings.js';
import { applyTheme } from './theme.js';

const english = {
  settings: 'Settings',
  language: 'Language',
  theme: 'Colours',
  themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
  chess: 'Chess board',
  chessBoards: { wood: 'Wood', blue: 'Blue', green: 'Green', grey: 'Grey' },
  pieces: 'Chess pieces',
  pieceSets: { classic: 'Classic', flat: 'Flat', letters: 'Letters' },
  gomoku: 'Gomoku board',
  gomokuBoards: { wood: 'Wood', paper: 'Paper', contrast: 'High contrast' },
  coordinates: 'Coordinates',
  numbers: 'Number the stones',
  sound: 'Sounds',
};

const french: typeof english = {
  settings: 'Réglages',
  language: 'Langue',
  theme: 'Couleurs',
  themes: { auto: 'Comme le système', light: 'Clair', dark: 'Sombre' },
  chess: 'Échiquier',
  chessBoards: { wood: 'Bois', blue: 'Bleu', green: 'Vert', grey: 'Gris' },
  pieces: 'Pièces d’échecs',
  pieceSets: { classic: 'Classiques', flat: 'Stylisées', letters: 'Lettres' },
  gomoku: 'Plateau de Gomoku',
  gomokuBoards: { wood: 'Bois', paper: 'Papier', contrast: 'Contraste fort' },
  coordinates: 'Coordonnées',
  numbers: 'Numéroter les pierres',
  sound: 'Sons',
};

const texts = pick({ en: english, fr: french });
export const settingsLabel = texts.settings;

export interface SettingsEvents {
  /** The colours have changed. */
  themed(): void;
  numbered(on: boolean): void;
}

export function showSettings(events: SettingsEvents): void {
  showModal('settings-dialog', texts.settings, () => <SettingsForm events={events} />);
}

interface ChoiceProps<Name extends string> {
  id: string;
  label: string;
  value: Name;
  options: Record<Name, string>;
  choose(name: Name): void;
}

function Choice<Name extends string>({ id, label, value, options, choose }: ChoiceProps<Name>): JSX.Element {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={event => choose(event.currentTarget.value as Name)}>
        {Object.entries<string>(options).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function SettingsForm({ events }: { events: SettingsEvents }): JSX.Element {
  const now = useSignal({ ...settings });
  const set = (change: Partial<Settings>): void => {
    remember(change);
    now.value = { ...settings };
    applyTheme();
    events.themed();
  };
  const check = (id: string, label: string, checked: boolean, choose: (on: boolean) => void): JSX.Element => (
    <label class="check" for={id}>
      <input type="checkbox" id={id} checked={checked} onChange={event => choose(event.currentTarget.checked)} />
      {label}
    </label>
  );
  return (
    <div class="exchange">
      <div class="fields">
        <Choice<Language>
          id="set-language"
          label={texts.language}
          value={language}
          options={LANGUAGES}
          choose={wanted => speak(wanted)}
        />
        <Choice
          id="set-theme"
          label={texts.theme}
          value={now.value.theme}
          options={texts.themes}
          choose={theme => set({ theme })}
        />
        <Choice
          id="set-chess-board"
          label={texts.chess}
          value={now.value.chessBoard}
          options={texts.chessBoards}
          choose={chessBoard => set({ chessBoard })}
        />
        <Choice
          id="set-pieces"
          label={texts.pieces}
          value={now.value.pieces}
          options={texts.pieceSets}
          choose={pieces => set({ pieces })}
        />
        <Choice
          id="set-gomoku-board"
          label={texts.gomoku}
          value={now.value.gomokuBoard}
          options={texts.gomokuBoards}
          choose={gomokuBoard => set({ gomokuBoard })}
        />
      </div>
      {check('set-coordinates', texts.coordinates, now.value.coordinates, coordinates => set({ coordinates }))}
      {check('set-numbers', texts.numbers, now.value.numbers, numbers => {
        set({ numbers });
        events.numbered(numbers);
      })}
      {check('set-sound', texts.sound, now.value.sound, sound => set({ sound }))}
    </div>
  );
}
