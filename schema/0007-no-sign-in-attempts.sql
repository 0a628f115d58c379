-- Each Footfall counts attempts to sign in by itself.
DROP TABLE IF EXISTS sign_in_attempts;
