/** Keeps the page where it is when somebody clicks or sends a form. */
export const noNavigation = `<script>
  addEventListener("click", (event) => event.target.closest("a") && event.preventDefault());
  addEventListener("submit", (event) => event.preventDefault());
</script>`;
/** Takes calls before the script is there, as the snippet of Plausible does. */
export const stub = `<script>window.plausible = window.plausible || function () {
    (plausible.q = plausible.q || []).push(arguments);
  };
  plausible.init = plausible.init || function (options) { plausible.o = options || {}; };
</script>`;
