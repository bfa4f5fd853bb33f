import { Podcast } from './Podcast';

export default function Page() {
  return <Podcast />;
}
