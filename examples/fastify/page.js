/** The member's page. It is the same for everyone: the element asks for its token itself. */

/** @param {string} service the origin of the feed service, which has the script too */
export const page = (service) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Your podcast</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/site.css" />
    <script type="module" src="${service}/embed/private-podcast-subscribe.js"></script>
    <script type="module" src="/member.js"></script>
  </head>
  <body>
    <private-podcast-subscribe endpoint="${service}/subscribe">
      <p>Your podcast needs JavaScript.</p>
      <p slot="no-access">This podcast is for members. <a href="/join">Become a member</a></p>
    </private-podcast-subscribe>
  </body>
</html>
`;
